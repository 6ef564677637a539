#compdef csmacd
# zsh completion of csmacd: source <(csmacd completion zsh)
_csmacd() {
	local -a words
	words=("${(@f)$(${words[1,CURRENT-1]} --generate-bash-completion 2>/dev/null)}")
	compadd -a words
	_files
}
compdef _csmacd csmacd
