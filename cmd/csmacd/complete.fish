# fish completion of csmacd: csmacd completion fish | source
function __csmacd_complete
    set -l before (commandline -opc)
    set -l current (commandline -ct)
    if contains -- -- $before
        __fish_complete_path $current
        return
    end
    for line in (env CSMACD_DESCRIBE=1 $before --generate-bash-completion 2>/dev/null)
        if test "$line" = '<files>'
            __fish_complete_path $current
        else if string match -q -- '-*' $current; or not string match -q -- '-*' $line
            printf '%s\n' $line
        end
    end
end
complete -c csmacd -f -a '(__csmacd_complete)'
